// Everything on the table: hands the fragment shaders its place in the world and in the thing itself.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 p3d_ModelMatrix;
uniform mat4 p3d_ViewMatrixInverse;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in float axis;
centroid out vec3 world_m;
centroid out vec3 world_normal;
centroid out vec3 local_m;
centroid out vec3 local_normal;
out vec3 eye_m;
flat out float wall;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    world_m = (p3d_ModelMatrix * p3d_Vertex).xyz;
    world_normal = mat3(p3d_ModelMatrix) * p3d_Normal;
    local_m = p3d_Vertex.xyz;
    local_normal = p3d_Normal;
    eye_m = p3d_ViewMatrixInverse[3].xyz;
    wall = axis;
}
