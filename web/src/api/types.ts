/** Short names for generated types. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Money = Schemas["Money"];
export type Picture = Schemas["Picture"];

export type EarlierOrder = Schemas["EarlierOrder"];
export type Card = Schemas["Card"];
export type SkuCard = Schemas["SkuCard"];
export type ProductList = Schemas["ProductList"];
export type Facet = Schemas["Facet"];
export type CategoryNode = Schemas["CategoryNode"];
export type Suggestion = Schemas["Suggestion"];

export type Home = Schemas["Home"];
export type PageItem = Schemas["PageItem"];
export type HomeHighlights = Schemas["HomeHighlights"];
export type HomeCategory = Schemas["HomeCategory"];
export type HomeSlider = Schemas["HomeSlider"];
export type HomeSale = Schemas["HomeSale"];
export type HomeSection = Schemas["HomeSection"];
export type NextStep = Schemas["Step"];
export type HomeBlock = NonNullable<Home["sections"]>[number];
export type Frame = Schemas["Frame"];
export type FrameLink = Schemas["FrameLink"];
export type HomeTile = Schemas["HomeTile"];

export type ProductDetails = Schemas["ProductDetails"];
export type Option = Schemas["Option"];
export type ChosenOption = Schemas["ChosenOption"];
export type SizeGuide = Schemas["SizeGuide"];
export type SizeGuideReference = Schemas["SizeGuideReference"];
export type SkuDetails = Schemas["SkuDetails"];
export type GalleryImage = Schemas["GalleryImage"];
export type ProductMedia = Schemas["ProductMedia"];
export type ProductVideo = Schemas["ProductVideo"];
export type ProductSpin = Schemas["ProductSpin"];
export type Comment = Schemas["Comment"];
export type CommentCriterion = Schemas["CommentCriterion"];
export type RatingMap = Schemas["RatingMap"];

export type CartItem = Schemas["CartItem"];
export type GiftCardLine = Schemas["GiftCardLineInput"];
export type GiftCardDetails = Schemas["GiftCardDetails"];
export type BoughtGiftCard = Schemas["BoughtGiftCard"];
export type Quote = Schemas["Quote"];
export type OrderTender = Schemas["OrderTender"];
export type Offer = Schemas["Offer"];
export type ShippingChoice = Schemas["ShippingChoice"];

export type CompanyLogo = Schemas["CompanyLogo"];
export type Applicability = Schemas["Applicability"];
export type Page = Schemas["Page"];
export type ContactDetails = Schemas["ContactDetails"];
export type CareDetails = Schemas["CareDetails"];
export type Faq = Schemas["Faq"];
export type Blog = Schemas["Blog"];
export type BlogSummary = Schemas["BlogSummary"];
export type CompanyAddress = Schemas["CompanyAddress"];

export type Customer = Schemas["Customer"];
export type Device = Schemas["Device"];
export type Address = Schemas["Address"];
export type SignedIn = Schemas["SignedIn"];
export type ContactInput = Schemas["ContactInput"];
export type AddressInput = Schemas["AddressInput"];
export type CustomerAddressInput = Schemas["CustomerAddressInput"];
export type ProfileInput = Schemas["ProfileInput"];
export type Country = Schemas["Country"];
export type TopupLimits = Schemas["TopupLimits"];
export type Topup = Schemas["Topup"];
export type WalletTransaction = Schemas["WalletTransaction"];

export type QuoteInput = Schemas["QuoteInput"];
export type OrderInput = Schemas["OrderInput"];
export type CartMerge = Schemas["CartMerge"];
export type PlacedOrder = Schemas["PlacedOrder"];
export type LinePlace = Schemas["LinePlace"];
export type OrderSummary = Schemas["OrderSummary"];
export type OrderDetails = Schemas["OrderDetails"];
export type Parcel = Schemas["Parcel"];
export type OrderLine = Schemas["OrderLine"];
export type OrderAddress = Schemas["OrderAddress"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type GiftWrap = Schemas["GiftWrap"];
export type Discount = Schemas["Discount"];
export type Tax = Schemas["Tax"];

export type OwnReview = Schemas["OwnReview"];
export type Upload = Schemas["Upload"];
export type Ticket = Schemas["Ticket"];
export type TicketInput = Schemas["TicketInput"];
export type TicketSummary = Schemas["TicketSummary"];
export type Question = Schemas["Question"];
export type QuestionAnswer = Schemas["QuestionAnswer"];
export type OwnAlert = Schemas["OwnAlert"];
export type ReportInput = Schemas["ReportInput"];

export type OrderReturns = Schemas["OrderReturns"];
export type Return = Schemas["Return"];
export type ReturnInput = Schemas["ReturnInput"];
export type WithdrawalStated = Schemas["WithdrawalStated"];
