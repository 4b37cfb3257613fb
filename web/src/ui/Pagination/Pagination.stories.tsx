import { Pagination } from "./Pagination";

export const MiddlePage = () => (
  <Pagination page={5} pageSize={24} total={240} linkTo={(page) => `/search?page=${page}`} />
);
