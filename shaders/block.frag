// The block: solid wood, daylight falling into its bores, contact round the sticks that leave them.
#include "noise.glsl"
#include "light.glsl"
#include "wood.glsl"
#include "bores.glsl"
out vec4 colour;

// Openness of a wall of a bore: along its own axis, and through the bores that cross it here.
float inside(vec3 p, vec2 lx, vec2 ly, vec2 fx, vec2 fy) {
    vec3 high = vec3(block.xy, block.z) - p, low = p - vec3(-block.xy, 0.0);
    float hole = max(bored.x, 1e-6), bore = max(bored.y, 1e-6);
    // Near the centre line of another bore its mouths give light as well.
    float near_z = 1.0 - smoothstep(1.0, 1.9, length(vec2(p.x - lx.x, p.y - ly.x)) / hole);
    float near_x = 1.0 - smoothstep(1.0, 1.9, length(vec2(p.y - ly.x, p.z - fx.x)) / bore);
    float near_y = 1.0 - smoothstep(1.0, 1.9, length(vec2(p.x - lx.x, p.z - fy.x)) / bore);
    // Its lower mouth lies on the table: no light from there.
    float open_z = openness(high.z, 1e3, hole) * (1.0 - 0.85 * taken_hole(lx.y, ly.y).r);
    vec4 full_x = taken_x(ly.y, fx.y), full_y = taken_y(lx.y, fy.y);
    float open_x = openness(low.x, high.x, bore) * (1.0 - 0.85 * full_x.r);
    float open_y = openness(low.y, high.y, bore) * (1.0 - 0.85 * full_y.r);
    float own = wall < 1.5 ? open_x : wall < 2.5 ? open_y : open_z;
    if (wall < 1.5) near_x = 0.0; else if (wall < 2.5) near_y = 0.0; else near_z = 0.0;
    own = max(own, max(open_x * near_x, max(open_y * near_y, open_z * near_z)) * 0.8);
    return clamp(own, 0.0, 1.0);
}

// Contact on a face: round an occupied mouth it is darker.
float contact(float distance_m, float radius, float filled) {
    float gap = max(distance_m - radius, 0.0) / (0.5 * radius);
    return 1.0 - 0.62 * filled * exp(-gap) * (1.0 - smoothstep(1.2, 1.95, distance_m / radius));
}

void main() {
    vec3 p = local_m;
    vec3 share = (p + vec3(block.xy, 0.0)) / vec3(2.0 * block.xy, block.z);
    vec2 lx = nearest_line(0, share.x), ly = nearest_line(1, share.y);
    vec2 fx = nearest_line(2, share.z), fy = nearest_line(3, share.z);
#if PREVIEW
    // The preview's walls run on through one another: what lies inside another bore is not there.
    if (wall > 0.5) {
        bool in_z = length(vec2(p.x - lx.x, p.y - ly.x)) < bored.x * 0.985;
        bool in_x = length(vec2(p.y - ly.x, p.z - fx.x)) < bored.y * 0.985;
        bool in_y = length(vec2(p.x - lx.x, p.z - fy.x)) < bored.y * 0.985;
        if ((wall > 2.5 ? false : in_z) || (wall < 1.5 ? false : in_x) || (wall > 1.5 && wall < 2.5 ? false : in_y))
            discard;
    }
#endif
    vec3 n = normalize(world_normal);
    float ambient = 1.0;
    if (wall > 0.5) {
        ambient = inside(p, lx, ly, fx, fy);
    } else {
        vec3 side = abs(n);
        if (side.z > 0.8) {
            vec4 filled = taken_hole(lx.y, ly.y);
            ambient = contact(length(vec2(p.x - lx.x, p.y - ly.x)), bored.x, n.z > 0.0 ? filled.g : filled.b);
        } else if (side.x > 0.8) {
            vec4 filled = taken_x(ly.y, fx.y);
            ambient = contact(length(vec2(p.y - ly.x, p.z - fx.x)), bored.y, n.x > 0.0 ? filled.g : filled.b);
        } else if (side.y > 0.8) {
            vec4 filled = taken_y(lx.y, fy.y);
            ambient = contact(length(vec2(p.x - lx.x, p.z - fy.x)), bored.y, n.y > 0.0 ? filled.g : filled.b);
        }
        // The table takes away light from below, most right at the foot.
        float foot = p.z / (0.30 * block.z);
        ambient *= mix(0.48, 1.0, foot / sqrt(foot * foot + 0.25)) * (1.0 - 0.45 * exp(-p.z / 0.0022));
    }
    Wood w = wood(p * 100.0, local_normal);
    Surface s = Surface(w.albedo, mix(0.46, 0.62, w.late), 0.16, 0.30);
    float shade = dot(n, sun.xyz) > 0.0 ? sunlight(n) : 0.0;
    colour = vec4(shown(lit(s, n, ambient, shade)), 1.0);
}
