import { Picture } from "./Picture";

const MUG = {
  alt: "A mug",
  path: "/media/mug.webp",
  width: 800,
  height: 1000,
  colour: "#c9b8a4",
  preview: "z9Tbz9Pby9DYx8zT09jfzM/UtLW4yM3VztPaoqKjfHx9vcHHz9Pal5eZd3d7u7/G2d3jzNDWw8bMztLY",
};

export const Loaded = () => <Picture picture={MUG} sizes="240px" />;

export const Missing = () => <Picture picture={null} alt="A mug" sizes="240px" />;
