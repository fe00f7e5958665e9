print("OfferKit")
