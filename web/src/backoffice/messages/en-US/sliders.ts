/** Sliders and feature sections. */
export const sliders = {
  "sliders.title": "Sliders and sections",
  "sliders.intro": "Large banners and rows of tiles for the home page, each with its own products.",
  "sliders.sliders": "Sliders",
  "sliders.sections": "Feature sections",
  "sliders.addSlider": "Add slider",
  "sliders.addSection": "Add section",
  "sliders.noSliders": "No sliders yet. A slider is a large picture at the top of the home page.",
  "sliders.noSections": "No feature sections yet. They show products or pictures on the home page.",
  "sliders.newSlider": "New slider",
  "sliders.newSection": "New feature section",
  "sliders.createSlider": "Create slider",
  "sliders.createSection": "Create section",
  "sliders.ordered": "Order saved",
  "sliders.saved": "Saved and published",
  "sliders.incomplete": "Enter all titles first.",
  "sliders.noPreview":
    "Something is incomplete or not valid. The preview shows the page before that.",
  "sliders.pictures": "Pictures",
  "sliders.leadsTo": "Products it leads to",
  "sliders.sliderProductsHelp": "The button opens a list of these products, in this order.",
  "sliders.subtitleHelp": "For storefronts of your own; this one shows only the title.",
  "sliders.kind": "Look",
  "sliders.kindProductTiles": "Products in a grid",
  "sliders.kindCarousel": "Row that scrolls",
  "sliders.kindCategoryTiles": "Picture tiles",
  "sliders.kindWideImage": "Wide picture",
  "sliders.kindButtons": "Buttons",
  "sliders.key": "Name in files",
  "sliders.keyHelp": "The shop's files know the section by this name. Shoppers never see it.",
  "sliders.tiles": "Tiles",
  "sliders.tilesHelp": "Each tile leads to a list of its own products.",
  "sliders.tileCount": { one: "{count} tile", other: "{count} tiles" },
  "sliders.addTile": "Add tile",
  "sliders.tileTitle": "Title of the tile",
  "sliders.tileTextHelp": "Shown on wide pictures and above the list of products.",
  "sliders.tilePictureHelp": "Without one, that of the first product is shown.",
  "sliders.tilePhoneHelp": "Only for wide pictures.",
  "sliders.slidersAutomatic":
    "The home page arranges itself and begins with the sliders in this order.",
  "sliders.slidersPlaced":
    "The home page is composed, and shows the sliders in its section for them.",
  "sliders.slidersAbsent":
    "The home page is composed and has no section for sliders, so shoppers do not see them.",
  "sliders.sectionsAutomatic":
    "The home page arranges itself and shows the feature sections in this order.",
  "sliders.sectionAutomatic": "The home page arranges itself, and shows this section.",
  "sliders.sectionPlaced": "The home page is composed, and shows this section.",
  "sliders.sectionAbsent":
    "The home page is composed without this section, so shoppers do not see it.",
  "sliders.sectionsComposed":
    "The home page is composed: it shows the feature sections that it names, in its own order.",
  "sliders.notOnHome": "Not on the home page",
  "sliders.openHome": "Open home page",
  "sliders.openSection": "Open feature section",
  "sliders.openSliders": "Open sliders and sections",
  "sliders.deleteSliderText":
    "It disappears from the home page, and its list of products too. The products stay. This cannot be undone.",
  "sliders.deleteSectionText":
    "It disappears from the home page with its tiles and their lists of products. The products stay. This cannot be undone.",
} as const;
