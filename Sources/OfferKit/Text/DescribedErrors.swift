import Foundation
public import OfferKitCore
public import OfferKitReports
public import OfferKitServer

// Errors that are only shown through `localizedDescription` say the same as when they are printed.

extension PurchaseRefusal: DescribedError {}
extension CodeRefusal: DescribedError {}
extension CodeCreationRefusal: DescribedError {}
extension ConfigurationRefusal: DescribedError {}
extension ClockRefusal: DescribedError {}
extension KeyRefusal: DescribedError {}
extension SubscriptionRefusal: DescribedError {}
extension OfferQuestionError: DescribedError {}
extension LinkRefusal: DescribedError {}
extension MessageRefusal: DescribedError {}
extension CatalogError: DescribedError {}
extension StoreKitConfigurationError: DescribedError {}
extension RefundRefusal: DescribedError {}
extension ExtensionRefusal: DescribedError {}
extension FamilyRefusal: DescribedError {}
extension NotificationRefusal: DescribedError {}
extension EventFileError: DescribedError {}
extension OfferPlanError: DescribedError {}
extension SegmentationError: DescribedError {}
