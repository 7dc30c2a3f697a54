"""What is SEEN (Panda3D): stage, nodes, camera, quality, marks, film."""
