in vec3 world_m;
in vec3 world_normal;
in vec3 eye_m;
const vec4 lacquer = vec4(.25,.16,.11,1.);
out vec4 colour;
void main() {
    vec3 n = normalize(world_normal);
    colour = vec4(lacquer.rgb * (0.35 + 0.65 * max(dot(n, vec3(-0.475, -0.394, 0.787)), 0.0)), 1.0);
}
