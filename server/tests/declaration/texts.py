"""The files of the small declared shop."""

from __future__ import annotations

SHOP = """\
[company]
name = "Ada's Mugs"
email = "ada@example.com"
logo = "logo.svg"

[company.address]
city = "Berlin"
country = "DE"

[[company.social]]
name = "Web"
url = "https://example.com/ada"

[settings]
currency = "EUR"
country = "DE"
locale = "de-DE"
time_zone = "Europe/Berlin"
cash_on_delivery = true
gift_wrap = true
gift_wrap_price = 4.00
price_rounding = "ending"
payment_provider = "none"

[[delivery]]
code = "standard"
name = "Versand"
price = 4.90
free_over = 60.00
min_days = 2
max_days = 4
countries = ["DE", "AT"]

[[carrier]]
name = "Bike post"
tracking_url = "https://bike.example/{number}"

[[location]]
name = "Lager"
address = "Hafenstraße 1"
priority = 2
default = true

[[tax]]
name = "MwSt."
country = "DE"
rate = 19
included = true

[[promo_code]]
code = "hello10"
title = "10 % off"
percent = 10
starts_at = 2026-01-01
public = true

[[delivery_zone]]
code = "us-west"
name = "West coast"
places = ["US:CA", "US:WA"]

[[delivery_zone]]
code = "rest"
name = "Rest of the world"
rest_of_world = true
position = 1

[[delivery]]
code = "parcel"
name = "Paket"
position = 1

[[delivery.rate]]
zone = "us-west"
min_days = 5
max_days = 9

[[delivery.rate.band]]
up_to_grams = 1000
price = 14.90

[[delivery.rate.band]]
price = 29.90

[[delivery.rate]]
zone = "rest"
price = 39.00

[[tax]]
name = "MwSt."
country = "DE"
rate = 7
included = true
tax_class = "cheap"
"""

CATALOGUE = """\
[[tax_class]]
code = "cheap"
name = "Ermäßigt"
products = ["mug"]

[[size_guide]]
slug = "mugs"
title = "Mug sizes"
introduction = "Measured at the rim."
option = "Glaze"
unit = "cm"
columns = ["Size", "Width"]
measured = ["Width"]
rows = [["S", "8.5"], ["L", "10-12"]]

[[category]]
path = "table"
title = "Table"
image = {file = "media/red.webp", alt = "A red mug"}

[[category]]
path = "table/mugs"
title = "Mugs"
position = 1
size_guide = "mugs"

[[brand]]
slug = "ada"
name = "Ada"

[[attribute]]
label = "Material"
position = 1

[[product]]
slug = "mug"
title = "Mug"
brand = "Ada"
categories = ["table/mugs"]
description = "<p>Holds tea.</p>"
options = ["Glaze"]
swatches = {Glaze = {Red = "#aa0000", Blue = "#0000aa"}}
attributes = {Material = ["Stoneware"]}
specification = [["Height", "9 cm"]]
created_at = "30 days ago"

[[product.sku]]
sku = "M-RED"
options = ["Red"]
price = 19.50
compare_at_price = 24.00
stock = 5

[[product.sku]]
sku = "M-BLUE"
options = ["Blue"]
price = 19.50
stock = 3

[[product.image]]
file = "media/red.webp"
alt = "A red mug"
options = {Glaze = "Red"}

[[product.image]]
file = "media/blue.webp"
alt = "A blue mug"
options = {Glaze = "Blue"}

[[product]]
slug = "plate"
title = "Plate"
categories = ["table"]
sku = [{price = 12.00, stock = 2}]

[[sale]]
slug = "mug-week"
title = "Mug week"
percent = 20
starts_at = "1 day ago"
ends_at = "in 6 days"
products = ["mug"]

[[slider]]
slug = "hello"
title = "Hello"
image = {file = "media/blue.webp", alt = "A blue mug"}
products = ["mug", "plate"]

[[section]]
slug = "new"
title = "New"
kind = "product-tiles"

[[section.tile]]
slug = "just-in"
title = "Just in"
products = ["plate", "mug"]

[[collection]]
slug = "gifts"
title = "Gifts"
image = {file = "media/red.webp", alt = "A red mug"}
products = ["plate", "mug"]

[[collection]]
slug = "small-presents"
title = "Small presents"
seo_title = "Presents up to 20 euros"
match = "any"
sort = "price"
condition = [
    {price_to = 20.00},
    {category = "mugs"},
    {brand = "ada"},
    {tag = "gift"},
    {in_stock = false},
    {created_within_days = 30},
    {attribute = "material", value = "Stoneware"},
]

[[automatic_discount]]
slug = "five-off"
title = "5 € off"
kind = "amount_off"
amount = 5.00
minimum_purchase = 50.00
brands = ["Ada"]
group = "tiers"
combines_with_codes = false
starts_at = 2026-01-01
ends_at = "in 90 days"

[[automatic_discount]]
slug = "third-mug"
title = "Third mug half price"
kind = "buy_x_get_y"
priority = 1
percent = 50
categories = ["table/mugs"]
buy_quantity = 2
get_quantity = 1
get_products = ["mug"]
times_per_order = 2
starts_at = 2026-01-01

[[automatic_discount]]
slug = "free-mug"
title = "A mug for you"
kind = "free_gift"
priority = 2
products = ["plate", "mug"]
buy_quantity = 4
gift = "mug"
gift_options = ["Blue"]
starts_at = 2026-01-01

[[email_text]]
email = "newsletter_confirm"
locale = "en-US"
texts = {subject = "Welcome to {shop_name}"}

[[faq]]
question = "Is it safe for dishwashers?"
answer = "Yes."

[[review]]
product = "mug"
name = "Tom H."
stars = 4
text = "Good."
at = "3 days ago"

[[question]]
product = "mug"
name = "Ines P."
text = "How tall is it?"
at = "4 days ago"

[[question.answers]]
text = "Nine centimetres."
at = "3 days ago"

[[past_order]]
products = ["mug", "plate"]
at = "20 days ago"
"""

STOREFRONT = """\
[[theme]]
name = "Kiln"
active = true
family = "humanist"
corner = 12

[theme.light]
primary = "#1E4A6B"
ink_2 = "#444444"

[[theme]]
name = "Winter"
density = "airy"

[theme.dark]
page = "#101010"

[home_page]

[[home_page.section]]
kind = "banner"
starts_at = "1 day ago"
ends_at = "in 9 days"

[[home_page.section.slide]]
title = "Mugs"
subtitle = "Fired twice"
call_to_action = "Look"
image = {file = "media/blue.webp", alt = "A blue mug"}
phone_image = {file = "media/red.webp"}
link = {collection = "gifts"}

[[home_page.section.slide]]
title = "Read on"
link = {article = "first-firing"}

[[home_page.section]]
kind = "products"
source = "newest"
display = "grid"

[[home_page.section]]
kind = "products"
title = "On sale"
products_of = {sale = "mug-week"}

[[home_page.section]]
kind = "tiles"
title = "Rooms"
tile = [{category = "mugs"}, {collection = "small-presents"}]

[[home_page.section]]
kind = "tiles"

[[home_page.section]]
kind = "text"
title = "About"
html = "<p onclick='x()'>Made <b>by hand</b>.</p><script>alert(1)</script>"
align = "center"

[[home_page.section]]
kind = "journal"
count = 2
hidden = true

[[home_page.section]]
kind = "sales"

[[home_page.section]]
kind = "sliders"

[[home_page.section]]
kind = "feature"
feature = "new"

[menus]

[[menus.header]]
label = "Table"
link = {category = "table"}

[[menus.header.children]]
label = "The mug"
link = {product = "mug"}

[[menus.header.children]]
label = "Everything"
link = {search = ""}

[[menus.footer]]
label = "Help"

[[menus.footer.children]]
label = "Contact"
link = {page = "contact-us"}

[[menus.footer.children]]
label = "Call us"
link = {address = "tel:+49301234"}

[announcement]
text = "Free delivery this week"
colours = "ink"
dismissible = false
link = {sale = "mug-week"}
ends_at = "in 6 days"
"""

BLOG = """\
+++
title = "First firing"
date = "9 days ago"
image = "../media/red.webp"
image_alt = "The kiln"
products = ["mug"]
+++

It *worked*.
"""
