import { BackLink } from "./BackLink";

export const ToParent = () => <BackLink parent={{ to: "/blogs", text: "All stories" }} />;
