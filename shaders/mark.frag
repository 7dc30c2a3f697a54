// Marks that lie round a mouth, in units of its radius. kind 0: hover, 1: may be chosen, 2: the keyboard is here,
// 3: advised.
centroid in vec3 local_m;
uniform vec4 tint;            // sRGB and strength
uniform vec4 kind;            // x: which mark; y: radius [m]; z: 1 for the bore's axis; w: 1 when hidden behind wood
out vec4 colour;

void main() {
    if (kind.z > 0.5) {       // the ghosted axis
        colour = vec4(tint.rgb, tint.a * 0.45 * smoothstep(0.35, 0.5, abs(fract(local_m.z * 220.0) - 0.5) + 0.2));
        return;
    }
    float r = length(local_m.xy) / kind.y;
    float pixel = fwidth(r);
    float angle = atan(local_m.y, local_m.x);
    float ring, glow = 0.0;
    if (kind.x < 0.5) {
        ring = 1.0 - smoothstep(0.10, 0.10 + pixel + 0.05, abs(r - 1.22));
        glow = 0.50 * (1.0 - smoothstep(0.4, 1.25, r)) + 0.30 * exp(-pow((r - 1.22) / 0.30, 2.0));
    } else if (kind.x < 1.5) {
        float dots = smoothstep(-0.15, 0.15, cos(angle * 10.0) + 0.25);
        ring = (1.0 - smoothstep(0.085, 0.085 + pixel, abs(r - 1.30))) * dots;
        glow = 0.22 * exp(-pow((r - 1.30) / 0.22, 2.0));
    } else if (kind.x > 2.5) {
        float ray = smoothstep(0.55, 0.75, cos(angle * 12.0)) * step(1.25, r) * (1.0 - smoothstep(1.95, 2.0 + pixel, r));
        ring = max(1.0 - smoothstep(0.11, 0.11 + pixel, abs(r - 1.25)), ray);
        float ground = 0.8 * smoothstep(0.95, 1.1, r) * (1.0 - smoothstep(1.75, 2.15, r));
        colour = vec4(mix(vec3(0.16, 0.07, 0.0), tint.rgb, ring), max(ground, ring) * mix(1.0, 0.35, kind.w));
        if (colour.a < 0.01) discard;
        return;
    } else {
        ring = 1.0 - smoothstep(0.09, 0.09 + pixel, abs(r - 1.45));
        float tick = step(0.94, abs(cos(angle * 2.0))) * step(1.45, r) * (1.0 - smoothstep(1.95, 1.95 + pixel, r));
        ring = max(ring, tick);
    }
    float alpha = clamp(ring + glow, 0.0, 1.0) * tint.a;
    if (alpha < 0.01) discard;
    colour = vec4(mix(tint.rgb, vec3(1.0), 0.25 * ring), alpha * mix(1.0, 0.35, kind.w));
}
