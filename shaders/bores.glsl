// Where the block is bored, for any block: two small tables that the stage fills.
uniform vec4 bored;           // radius of holes, of bores, of sticks [m]; unused
uniform vec4 counts;          // rows of holes, floors along x, floors along y, texels of a line table
uniform sampler2D lines;      // for a coordinate along x, y, z (x bores), z (y bores): nearest line [m], its number
uniform sampler2D taken;      // for a hole or bore: how much its far mouth, its near mouth and its inside are filled

vec2 nearest_line(int table, float share) {
    int texel = clamp(int(share * counts.w), 0, int(counts.w) - 1);
    return texelFetch(lines, ivec2(texel, table), 0).rg;
}

vec4 taken_hole(float column, float row) { return texelFetch(taken, ivec2(int(column), int(row)), 0); }
vec4 taken_x(float line, float floor_) { return texelFetch(taken, ivec2(int(line), int(counts.x + floor_)), 0); }
vec4 taken_y(float line, float floor_) {
    return texelFetch(taken, ivec2(int(line), int(counts.x + counts.y + floor_)), 0);
}

// How much of the outside a point of a straight bore sees, its ends being at these distances.
float openness(float near_m, float far_m, float radius) {
    float r4 = 4.0 * radius * radius;
    return 2.0 - near_m / sqrt(near_m * near_m + r4) - far_m / sqrt(far_m * far_m + r4);
}
