// A lacquered stick; rings near both ends tell the colours apart without colour. GHOST: seen through the wood.
#include "noise.glsl"
#include "light.glsl"
uniform vec4 lacquer;         // colour, and how many rings it wears
uniform vec4 stick;           // radius, half the length [m]
#if GHOST
uniform vec4 peek;            // x: how far one looks through the wood, 0 .. 1
#endif
out vec4 colour;

float ringed(float from_end) {
    float pixel = fwidth(from_end) * 0.75;
    float band = 0.0;
    for (int i = 0; i < 3; i++) {
        float middle = stick.x * (1.55 + 0.78 * float(i));
        float away = abs(from_end - middle) - stick.x * 0.19;
        band = max(band, (1.0 - smoothstep(-pixel, pixel, away)) * step(float(i) + 0.5, lacquer.w));
    }
    return band;
}

void main() {
    vec3 n = normalize(world_normal);
    float along = stick.y - abs(local_m.z);
    vec3 tone = lacquer.rgb;
    float angle = atan(local_m.y, local_m.x);
    float streak = noise3(vec3(cos(angle) * 5.0, sin(angle) * 5.0, local_m.z * 90.0)) - 0.5;
    tone *= 1.0 + 0.16 * streak;
    float ring = ringed(along);
    tone = mix(tone, vec3(0.80, 0.72, 0.56), ring);
    // How far outside the block, and how far above the table.
    vec3 outside = abs(world_m - vec3(0.0, 0.0, 0.5 * block.z)) - vec3(block.xy, 0.5 * block.z);
    float beyond = length(max(outside, 0.0)), depth = -min(max(outside.x, max(outside.y, outside.z)), 0.0);
    float down = 0.5 - 0.5 * n.z;
    float ambient = 1.0 - 0.75 * down * exp(-max(world_m.z, 0.0) / (3.0 * stick.x));
    float shade = 1.0;
#if GHOST
    Surface s = Surface(tone, 0.45, 0.8, 0.16);
    vec3 v = normalize(eye_m - world_m);
    float rim = 1.0 - abs(dot(n, v));
    vec3 light = lit(s, n, 0.9, 0.55);
    float alpha = mix(0.52, 0.92, rim * rim) * peek.x;
    colour = vec4(shown(light), alpha);
#else
    ambient *= 1.0 - 0.55 * exp(-beyond / (0.7 * stick.x));
    ambient *= exp(-depth / (0.9 * stick.x));
    if (dot(n, sun.xyz) > 0.0) shade = sunlight(n); else shade = 0.0;
    Surface s = Surface(tone, 0.36, 0.75, 0.12 + 0.05 * (streak + 0.5));
    colour = vec4(shown(lit(s, n, clamp(ambient, 0.0, 1.0), shade)), 1.0);
#endif
}
