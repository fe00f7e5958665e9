// Nothing but declarations: SwiftPM takes a folder for a module of C by its sources.
#include "OfferKitStoreKitEnums.h"
