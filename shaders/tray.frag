// A piece of felt let into the table: where sticks out of the game are put.
#include "noise.glsl"
#include "light.glsl"
uniform vec4 tray;            // half its size along x and y, radius of its corners [m]
out vec4 colour;

void main() {
    vec2 q = abs(local_m.xy) - tray.xy + tray.z;
    float inside = tray.z - length(max(q, 0.0)) - min(max(q.x, q.y), 0.0);
    float pixel = fwidth(inside);
    float alpha = smoothstep(-pixel, pixel, inside);
    if (alpha < 0.01) discard;
    vec3 n = vec3(0.0, 0.0, 1.0);
    vec2 p = local_m.xy * 1000.0;
    float fluff = noise2(p * 0.9) - 0.5 + 0.7 * (noise2(p * 2.6) - 0.5) * carried(2.6, length(fwidth(p)));
    vec3 felt = vec3(0.036, 0.034, 0.031) * (1.0 + 0.45 * fluff);
    float sunk = 0.45 + 0.55 * smoothstep(0.0, 0.0035, inside);   // it lies a little deeper than the wood
    vec3 rim = vec3(0.190, 0.120, 0.066);                         // a thin strip of cherry round it
    float strip = 1.0 - smoothstep(0.0011 - pixel, 0.0011 + pixel, inside);
    float shade = sunlight(n);
    vec3 light = mix(lit(Surface(felt, 0.95, 0.0, 0.5), n, sunk, shade), lit(Surface(rim, 0.5, 0.3, 0.3), n, 1.0, shade), strip);
    colour = vec4(shown(light), alpha);
}
