"""The vocabulary of the studio: shapes, materials and the one stage they are photographed on."""
