import { ShareButton } from "./ShareButton";

export const Share = () => <ShareButton title="Everyday mug" />;
