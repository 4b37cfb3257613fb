"""Cart and checkout for visitors without a script: forms and links that call the shop's own API.

`docs/without-a-script.md` explains them. The cart is in a cookie (`cart_cookie`); each page is rendered by
the client's code in V8 from the data of the request (`pages`) and stored nowhere.
"""
