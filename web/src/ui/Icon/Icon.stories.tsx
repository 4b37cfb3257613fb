import { Icon } from "./Icon";

export const Outlined = () => <Icon name="heart" />;

export const Filled = () => <Icon name="heart" filled />;
