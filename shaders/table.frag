// The table: dark walnut planks under a satin finish, fading into the room.
#include "noise.glsl"
#include "light.glsl"
out vec4 colour;

const float PLANK = 10.5;     // [cm]

vec3 walnut(vec2 p, out float seam) {
    const float turn = 0.10;
    p = mat2(cos(turn), -sin(turn), sin(turn), cos(turn)) * p + vec2(3.0, 4.3);
    float pixel = max(length(dFdx(p)), length(dFdy(p)));
    float row = floor(p.y / PLANK);
    float lot = hash1(row + 40.0);
    float y = p.y - (row + 0.5) * PLANK, x = p.x + 57.0 * lot;
    // Flat-sawn: arches of rings, drawn long.
    float warp = noise2(vec2(x * 0.045, y * 0.22 + row * 9.0));
    float ring = y * (0.75 + 0.5 * lot) + 0.035 * y * y + 3.0 * warp + 0.45 * noise2(vec2(x * 0.16, y * 1.1 + row));
    float wide = clamp(fwidth(ring) * 1.5, 0.05, 1.0);
    float t = fract(ring);
    float late = smoothstep(0.15, 0.9, t) * (1.0 - smoothstep(1.0 - max(wide, 0.12), 1.0, t));
    late = mix(late, 0.4, smoothstep(0.4, 1.0, wide));
    vec3 tone = mix(vec3(0.104, 0.067, 0.049), vec3(0.054, 0.033, 0.024), late * 0.60);
    tone *= 0.74 + 0.52 * noise2(vec2(x * 0.06, y * 0.75 + row * 3.0));
    tone *= 0.84 + 0.32 * lot;
    float fibre = (noise2(vec2(x * 0.22, y * 3.2 + row * 17.0)) - 0.5) * carried(3.2, pixel);
    fibre += (noise2(vec2(x * 0.5, y * 8.5 + row * 13.0)) - 0.5) * carried(8.5, pixel);
    fibre += 0.8 * (noise2(vec2(x * 1.3, y * 23.0)) - 0.5) * carried(23.0, pixel);
    tone *= 1.0 + 0.38 * fibre;
#if FINE
    // Open pores: short dark dashes along the grain.
    float lane = floor(y * 21.0);
    float along = x * 1.7 + 31.0 * hash1(lane + 3.0 * row) + 0.3 * sin(y * 5.0);
    float here = hash2(vec2(floor(along), lane + 211.0 * row));
    vec2 inside = vec2(fract(along), fract(y * 21.0)) - 0.5;
    float pore = step(0.80, here) * (1.0 - smoothstep(0.15, 0.5, abs(inside.y)));
    pore *= 1.0 - smoothstep(0.1, 0.25 + 0.25 * fract(here * 57.0), abs(inside.x));
    tone *= 1.0 - 0.34 * pore * carried(14.0, pixel);
#endif
    float edge = PLANK * 0.5 - abs(y);
    seam = 1.0 - smoothstep(0.02, 0.05 + pixel, edge);
    return tone;
}

void main() {
    vec3 n = vec3(0.0, 0.0, 1.0);
    float seam;
    vec3 tone = walnut(world_m.xy * 100.0, seam);
    vec3 v = normalize(eye_m - world_m);
    // The block takes away half the sky close to it, less further out.
    vec2 q = abs(world_m.xy) - block.xy;
    float away = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
    float ambient = 1.0;
    if (block.z > 0.0) {
        float d = max(away, 0.0) / block.z;
        ambient = 1.0 - 0.62 * (1.0 - d / sqrt(d * d + 0.36)) ;
        ambient *= 1.0 - 0.5 * exp(-max(away, 0.0) / 0.003);
        if (away < -0.0005) ambient = 0.03;
    }
    tone *= 1.0 - 0.75 * seam;
    Surface s = Surface(tone, 0.52, 0.32 * (1.0 - seam), 0.30);
    float shade = sunlight(n);
    vec3 light = lit(s, n, ambient, shade);
    // A blurred image of the block in the finish.
    vec3 r = reflect(-v, n);
    vec3 inv = 1.0 / r;
    vec3 a = (vec3(-block.xy, 0.0) - world_m) * inv, b = (vec3(block.xy, block.z) - world_m) * inv;
    float enter = max(min(a.x, b.x), min(a.y, b.y)), leave = min(max(a.x, b.x), min(max(a.y, b.y), b.z));
    float hit = smoothstep(0.0, 0.02 + enter * 0.35, leave - enter) * step(0.0, enter);
    light += vec3(0.46, 0.33, 0.18) * hit * fresnel(0.04, max(v.z, 0.02)) * 0.55 * exp(-enter / 0.09);
    float distance_m = length(world_m.xy);
    float dim = exp(-pow(distance_m / 1.25, 2.0));
    light = mix(FAR_AWAY, light, dim);
    colour = vec4(shown(light), 1.0);
}
