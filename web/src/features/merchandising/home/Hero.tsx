import { Link } from "react-router";
import type { HomeSlider } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon/Icon";
import { isLight } from "@/format/luminance";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./Hero.module.css";
import { useSlides } from "./useSlides";

interface Props {
  slides: readonly HomeSlider[];
  /** Whether it begins the page: its first title is the page's, and its first picture loads at once. */
  isTop?: boolean;
}

/** The slider of the home page. It advances by itself and can be paused. */
export function Hero({ slides, isTop = true }: Props) {
  const { track, current, scrollTo, onScroll, paused, setPaused, wait, resume } = useSlides(
    slides.length,
  );
  return (
    <section
      className={styles["hero"]}
      aria-roledescription="carousel"
      aria-label={t("home.slides")}
      onPointerEnter={wait}
      onPointerLeave={resume}
      onFocus={wait}
      onBlur={resume}
    >
      <div ref={track} className={styles["track"]} onScroll={onScroll}>
        {slides.map((slide, index) => (
          <Slide
            key={slide.slug}
            slide={slide}
            index={index}
            total={slides.length}
            isTop={isTop && index === 0}
            hidden={index !== current}
          />
        ))}
      </div>
      {slides.length > 1 && (
        <div
          className={cx(styles["controls"], "needs-script")}
          data-light={isSlideLight(slides[current])}
        >
          {slides.map((slide, index) => (
            <button
              key={slide.slug}
              type="button"
              className={styles["dot"]}
              aria-label={t("home.showSlide", { number: index + 1 })}
              aria-current={index === current}
              onClick={() => scrollTo(index)}
            />
          ))}
          <button
            type="button"
            className={styles["pause"]}
            aria-label={t(paused ? "home.play" : "home.pause")}
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? "play" : "pause"} />
          </button>
        </div>
      )}
    </section>
  );
}

const DEFAULT_COLOUR = "#efebe5";

function isSlideLight(slide: HomeSlider | undefined): boolean {
  return isLight(slide?.image?.colour ?? DEFAULT_COLOUR);
}

interface SlideProps {
  slide: HomeSlider;
  index: number;
  total: number;
  isTop: boolean;
  hidden: boolean;
}

function Slide({ slide, index, total, isTop, hidden }: SlideProps) {
  const { title, subtitle, callToAction, image, phoneImage, link } = slide;
  const Title = isTop ? "h1" : "h2";
  return (
    <div
      className={styles["slide"]}
      role="group"
      aria-roledescription="slide"
      aria-label={t("home.slideOf", { number: index + 1, total })}
      data-light={isSlideLight(slide)}
      inert={hidden}
      style={{ "--slide": image?.colour ?? "var(--ground)" } as React.CSSProperties}
    >
      {image && (
        <Picture
          className={cx(styles["picture"])}
          picture={image}
          phone={phoneImage}
          ratio={null}
          sizes="100vw"
          first={isTop}
        />
      )}
      <div className={styles["text"]}>
        <Title className={styles["title"]}>{title}</Title>
        {subtitle && <p className={styles["subtitle"]}>{subtitle}</p>}
        <Link className={cx(buttonClass(), styles["button"])} to={link}>
          {callToAction || t("home.discover")}
        </Link>
      </div>
    </div>
  );
}
