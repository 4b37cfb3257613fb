import { Picture } from "./Picture";

const MUG = { alt: "A mug", path: "/media/mug.webp", width: 800, height: 1000, colour: "#c9b8a4" };

export const Loaded = () => <Picture picture={MUG} sizes="240px" />;

export const Missing = () => <Picture picture={null} alt="A mug" sizes="240px" />;
