// Pale solid wood: a function of the place in the block [cm], so bores and cuts show the grain that is really there.
// Fibres run along x; the rings' centre runs along x too, well outside the block.
struct Wood {
    vec3 albedo;
    float late;               // 0 early wood, 1 late wood at a ring's edge
};

Wood wood(vec3 p, vec3 n) {
    float pixel = max(length(dFdx(p)), length(dFdy(p)));
    float slow = noise3(p * vec3(0.055, 0.28, 0.28)) + 0.45 * noise3(p * vec3(0.11, 0.75, 0.75) + 7.0);
    vec2 q = p.yz - vec2(-5.5, -13.0);
    float radius = length(q) + 0.95 * (slow - 0.7);
    radius += 0.16 * (noise3(p * vec3(0.20, 1.9, 1.9) + 3.0) - 0.5);
    radius += 0.045 * (noise3(p * vec3(0.50, 6.0, 6.0) + 9.0) - 0.5);
    float ring = radius / 0.37 + 0.35 * noise3(vec3(radius * 0.6, p.x * 0.04, 3.0));
    float number = floor(ring), t = ring - number;
    float wide = clamp(fwidth(ring), 0.05, 0.9);
    float late = smoothstep(0.30, 0.93, t) * (1.0 - smoothstep(1.0 - wide, 1.0, t));
    late = mix(late * late, 0.26, smoothstep(0.35, 0.9, wide));
    float tint = hash1(number + 11.0);
    float end = smoothstep(0.55, 0.9, abs(n.x));
    vec3 early = mix(vec3(0.825, 0.605, 0.345), vec3(0.770, 0.535, 0.280), tint);
    vec3 dark = mix(vec3(0.560, 0.335, 0.140), vec3(0.460, 0.250, 0.095), tint);
    vec3 colour = mix(early, dark, late * (0.55 + 0.35 * tint) * mix(0.85, 1.1, end));
    // Broad clouds of tone, then fibres at two scales.
    colour *= 0.93 + 0.14 * noise3(p * vec3(0.16, 0.55, 0.55) + 19.0);
    float fibre = (noise3(p * vec3(0.9, 16.0, 16.0)) - 0.5) * carried(16.0, pixel);
#if FINE
    fibre += 0.8 * (noise3(p * vec3(2.2, 46.0, 46.0) + 5.0) - 0.5) * carried(46.0, pixel);
    vec3 cell = p * vec3(0.85, 15.0, 15.0) + vec3(13.0 * hash2(floor(p.yz * 15.0)), 0.0, 0.0);
    vec3 inside = fract(cell) - 0.5;
    float pore = step(0.955, hash3(floor(cell) + 2.0)) * (1.0 - smoothstep(0.1, 0.45, length(inside.yz)));
    pore *= 1.0 - smoothstep(0.3, 0.5, abs(inside.x));
    colour *= 1.0 - vec3(0.26, 0.32, 0.40) * pore * carried(15.0, pixel) * (1.0 - 0.4 * end);
#endif
    // Long grain: fine streaks that run for centimetres.
    fibre += 1.1 * (noise3(p * vec3(0.22, 7.0, 7.0) + 13.0) - 0.5) * carried(7.0, pixel) * (1.0 - end);
    colour *= 1.0 + fibre * mix(0.17, 0.30, end);
    // End grain drinks the oil: darker and warmer.
    colour *= mix(vec3(1.0), vec3(0.87, 0.775, 0.645), end);
    return Wood(colour, late);
}
