import { Carousel } from "./Carousel";

export const TenCards = () => (
  <Carousel label="New this week">
    {Array.from({ length: 10 }, (_, index) => (
      <article key={index}>Card {index + 1}</article>
    ))}
  </Carousel>
);
