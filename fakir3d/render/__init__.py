"""What is SEEN (Panda3D): stage, nodes, camera, look, marks, film."""
