// The dark under a stick that lies on the table.
centroid in vec3 local_m;
uniform vec4 stick;
out vec4 colour;

void main() {
    float r2 = stick.x * stick.x;
    float across = local_m.x, past = max(abs(local_m.y) - stick.y + stick.x, 0.0);
    float d2 = across * across + past * past;
    float dark = r2 / (d2 + r2);
    float fade = 1.0 - smoothstep(2.0 * stick.x, 4.5 * stick.x, sqrt(d2));
    colour = vec4(0.012, 0.007, 0.004, 0.62 * dark * fade);
}
