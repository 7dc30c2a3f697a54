// One warm sun with a shadow map, a hemisphere of cool sky over a warm table, a soft window in the reflections.
centroid in vec3 world_m;
centroid in vec3 world_normal;
centroid in vec3 local_m;
centroid in vec3 local_normal;
in vec3 eye_m;
flat in float wall;
uniform vec4 sun;             // xyz: towards the sun; w: how far the shadow map reaches across [m]
uniform mat4 sun_matrix;      // world to the shadow map, 0 .. 1
uniform vec4 sun_scale;       // x: one texel [0 .. 1]; y: depth range of the map [m]
uniform sampler2DShadow sun_map;
#if BLOCKERS
uniform sampler2D sun_depth;
#endif
uniform vec4 block;           // half its size along x and y, its height, radius of its edges [m]

const float PI = 3.14159265;
const vec3 SUN = vec3(1.0, 0.90, 0.74) * 2.85;
const vec3 SKY = vec3(0.64, 0.68, 0.76) * 0.70;
const vec3 BOUNCE = vec3(0.34, 0.22, 0.14) * 0.80;
const vec3 ROOM = vec3(0.42, 0.38, 0.34) * 0.38;
const vec3 WINDOW = vec3(1.0, 0.97, 0.92) * 5.0;
const vec3 WINDOW_AT = vec3(-0.35, -0.62, 0.70);
const vec3 FAR_AWAY = vec3(0.050, 0.036, 0.029);

struct Surface {
    vec3 albedo;
    float rough;
    float coat;               // how much of a clear lacquer lies over it
    float coat_rough;
};

float dither() {              // interleaved gradient noise: even over any small neighbourhood
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

vec2 spiral(int tap, int taps, float turn) {
    float angle = float(tap) * 2.39996323 + turn;
    return sqrt((float(tap) + 0.5) / float(taps)) * vec2(cos(angle), sin(angle));
}

// How much of the sun arrives. Near its caster a shadow is sharp, far from it soft.
float sunlight(vec3 normal) {
    float facing = dot(normal, sun.xyz);
    float texel = sun.w * sun_scale.x;
    vec3 from = world_m + normal * (texel * 1.6 + 0.00025) + sun.xyz * texel * 1.2;
    vec3 at = (sun_matrix * vec4(from, 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
#if TAPS == 1
    return texture(sun_map, at);
#else
    float turn = dither() * 6.2831853;
    float radius = 0.0012 / sun.w;
#if BLOCKERS
    float search = 0.0028 / sun.w, found = 0.0, depth = 0.0;
    for (int i = 0; i < BLOCKERS; i++) {
        float here = texture(sun_depth, at.xy + spiral(i, BLOCKERS, turn) * search).r;
        if (here < at.z) { depth += here; found += 1.0; }
    }
    if (found < 0.5) return 1.0;
    float gap = (at.z - depth / found) * sun_scale.y;
    radius = clamp(gap * 0.013, 0.00035, 0.0022) / sun.w;
#endif
    float light = 0.0;
    for (int i = 0; i < TAPS; i++)
        light += texture(sun_map, vec3(at.xy + spiral(i, TAPS, turn) * radius, at.z));
    return light / float(TAPS);
#endif
}

float fresnel(float f0, float cosine) {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

float ggx(float rough, float nh, float nv, float nl) {
    float a = rough * rough, a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float k = 0.5 * a;
    float visible = 0.25 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    return a2 / (PI * d * d) * visible;
}

// What a mirror of this roughness sees in that direction: the room, the sky, the window with its cross bar.
vec3 surroundings(vec3 d, float rough) {
    float soft = 0.06 + 0.9 * rough;
    vec3 seen = mix(BOUNCE * 0.5, mix(ROOM, SKY, smoothstep(0.0, 0.9, d.z)), smoothstep(-soft, soft, d.z));
    vec3 w = normalize(WINDOW_AT);
    vec3 side = normalize(cross(vec3(0.0, 0.0, 1.0), w));
    vec3 rise = cross(w, side);
    float ahead = dot(d, w);
    vec2 pane = vec2(dot(d, side), dot(d, rise)) / max(ahead, 0.05);
    vec2 inside = 1.0 - smoothstep(vec2(0.34, 0.46) - soft * 0.4, vec2(0.34, 0.46) + soft * 0.6, abs(pane));
    float bar = 1.0 - 0.8 * (1.0 - smoothstep(0.015, 0.03 + soft * 0.25, abs(pane.x))) * (1.0 - smoothstep(0.1, 0.4, rough));
    float panes = inside.x * inside.y * bar * step(0.0, ahead);
    // A tall pale curtain beside the window: what upright sticks mirror as a streak along them.
    vec2 flat_d = normalize(d.xy + 1e-5), beside = normalize(vec2(-0.80, -0.42));
    float off = 1.0 - dot(flat_d, beside);
    float strip = (1.0 - smoothstep(0.004, 0.02 + 0.25 * soft, off)) * smoothstep(-0.95, -0.2, d.z) * (1.0 - smoothstep(0.3, 0.9, d.z));
    seen += vec3(1.0, 0.95, 0.88) * 6.5 * strip / (1.0 + 22.0 * rough * rough);
    return seen + WINDOW * panes / (1.0 + 14.0 * rough * rough);
}

vec3 hemisphere(vec3 n, float openness) {
    vec3 sky = mix(BOUNCE * mix(0.35, 1.0, openness), SKY, 0.5 + 0.5 * n.z);
    float window = max(0.0, 0.25 + 0.75 * dot(n, normalize(WINDOW_AT)));
    // Across the room a pale wall throws some of the sun back.
    float wall_light = max(0.0, 0.2 + 0.8 * dot(n, vec3(0.86, 0.35, 0.36)));
    return sky + WINDOW * 0.044 * window * window + vec3(0.115, 0.092, 0.070) * wall_light;
}

// All the light that leaves a point for the eye. ambient: openness to the room; shade: openness to the sun.
vec3 lit(Surface s, vec3 n, float ambient, float shade) {
    vec3 v = normalize(eye_m - world_m);
    vec3 l = sun.xyz;
    vec3 h = normalize(l + v);
    float nl = max(dot(n, l), 0.0), nv = max(dot(n, v), 0.02), nh = max(dot(n, h), 0.0), hv = max(dot(h, v), 0.0);
    float f = fresnel(0.04, hv);
    vec3 light = s.albedo * (1.0 - f) / PI * SUN * nl * shade;
    light += SUN * nl * shade * f * ggx(s.rough, nh, nv, nl) * (1.0 - s.coat);
    // What little light reaches a crevice has met its wall before, and is of its colour.
    vec3 inside = mix(s.albedo * 1.15, vec3(1.0), ambient);
    light += s.albedo * hemisphere(n, ambient) * ambient * inside;
    vec3 r = reflect(-v, n);
    float seen = clamp(pow(nv + ambient, exp2(-16.0 * s.rough - 1.0)) - 1.0 + ambient, 0.0, 1.0);
    light += surroundings(r, s.rough) * fresnel(0.04, nv) * (1.0 - s.rough * 0.8) * seen * (1.0 - s.coat);
    if (s.coat > 0.0) {
        float mirror = fresnel(0.05, nv) * s.coat;
        light *= 1.0 - mirror * 0.6;
        light += SUN * nl * shade * fresnel(0.05, hv) * ggx(max(s.coat_rough, 0.24), nh, nv, nl) * s.coat;
        light += surroundings(r, s.coat_rough) * mirror * mix(ambient * ambient, 1.0, 0.15);
    }
    return light;
}

vec3 shown(vec3 light) {      // ACES curve (Narkowicz' fit), then sRGB
    vec3 x = light * 0.92;
    x = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    vec3 srgb = mix(12.92 * x, 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));
    return srgb + (dither() - 0.5) / 255.0;
}
