import OfferKitCore
import OfferKitServer

/// Answers of `verifyReceipt`, written by hand in the form of Apple's documentation.
enum ReceiptSamples {
    /// A purchase: a month of a subscription from 1 January 2026, unless told otherwise.
    static func purchase(
        _ number: Int = 7, of product: String = "pro", from: Int64 = 1_767_225_600_000,
        until: Int64? = 1_769_904_000_000,
        _ more: String = ""
    ) -> String {
        let end = until.map { #","expires_date_ms":"\#($0)""# } ?? ""
        return """
            {"quantity":"1","product_id":"\(product)","transaction_id":"\(number)","original_transaction_id":"7",\
            "purchase_date_ms":"\(from)","original_purchase_date_ms":"1767225600000"\(end)\(more)}
            """
    }

    /// An answer with these purchases in `in_app`, and in `latest_receipt_info` unless that is absent.
    static func answer(inApp: [String], latest: [String]? = nil, pending: [String]? = nil) -> String {
        let latest = latest.map { #","latest_receipt_info":[\#($0.joined(separator: ","))]"# } ?? ""
        let pending = pending.map { #","pending_renewal_info":[\#($0.joined(separator: ","))]"# } ?? ""
        return """
            {"environment":"Production","receipt":{"receipt_type":"Production","adam_id":1000000001,\
            "app_item_id":1000000001,"bundle_id":"com.example.app","application_version":"42","download_id":9,\
            "version_external_identifier":0,"receipt_creation_date_ms":"1767225600000",\
            "request_date_ms":"1767312000000","original_purchase_date_ms":"1577836800000",\
            "original_application_version":"17","in_app":[\(inApp.joined(separator: ","))]}\(latest)\(pending),"status":0}
            """
    }

    static func read(_ json: String) throws(ReceiptFormError) -> ReceiptAnswer {
        try ReceiptAnswer(json: Array(json.utf8))
    }

    /// Every member that there is, once.
    static let full = """
        {"environment":"Sandbox","receipt":{"receipt_type":"ProductionVPPSandbox","adam_id":0,"app_item_id":0,\
        "bundle_id":"com.example.app","application_version":"1.0","download_id":0,"version_external_identifier":0,\
        "receipt_creation_date":"2026-01-01 00:00:00 Etc/GMT","receipt_creation_date_ms":"1767225600000",\
        "receipt_creation_date_pst":"2025-12-31 16:00:00 America/Los_Angeles",\
        "request_date":"2026-07-01 12:00:00 Etc/GMT","request_date_ms":"1782907200000",\
        "request_date_pst":"2026-07-01 05:00:00 America/Los_Angeles",\
        "original_purchase_date":"2013-08-01 07:00:00 Etc/GMT","original_purchase_date_ms":"1375340400000",\
        "original_purchase_date_pst":"2013-08-01 00:00:00 America/Los_Angeles",\
        "original_application_version":"1.0","preorder_date":"1970-01-01 00:00:00 Etc/GMT","preorder_date_ms":"0",\
        "preorder_date_pst":"1969-12-31 16:00:00 America/Los_Angeles",\
        "expiration_date":"2026-01-01 00:00:00 Etc/GMT","expiration_date_ms":"1767225600000",\
        "expiration_date_pst":"2025-12-31 16:00:00 America/Los_Angeles","in_app":[]},"latest_receipt":"AA==",\
        "latest_receipt_info":[{"quantity":"3","product_id":"pro","transaction_id":"8","original_transaction_id":"7",\
        "purchase_date":"2026-01-01 00:00:00 Etc/GMT","purchase_date_ms":"1767225600000",\
        "purchase_date_pst":"2025-12-31 16:00:00 America/Los_Angeles",\
        "original_purchase_date":"2026-01-01 00:00:00 Etc/GMT","original_purchase_date_ms":"1767225600000",\
        "original_purchase_date_pst":"2025-12-31 16:00:00 America/Los_Angeles",\
        "expires_date":"2026-07-01 12:00:00 Etc/GMT","expires_date_ms":"1782907200000",\
        "expires_date_pst":"2026-07-01 05:00:00 America/Los_Angeles","web_order_line_item_id":"8",\
        "is_trial_period":"false","is_in_intro_offer_period":"true",\
        "cancellation_date":"2026-07-01 12:00:00 Etc/GMT","cancellation_date_ms":"1782907200999",\
        "cancellation_date_pst":"2026-07-01 05:00:00 America/Los_Angeles","cancellation_reason":"1",\
        "promotional_offer_id":"half3","app_account_token":"a81bc81b-dead-4e5d-abff-90865d1e13b1",\
        "in_app_ownership_type":"PURCHASED","is_upgraded":"true","offer_code_ref_name":"Spring",\
        "subscription_group_identifier":"21000001"}],\
        "pending_renewal_info":[{"expiration_intent":"2","auto_renew_product_id":"pro",\
        "is_in_billing_retry_period":"1","grace_period_expires_date":"2026-07-01 12:00:00 Etc/GMT",\
        "grace_period_expires_date_ms":"1782907200000",\
        "grace_period_expires_date_pst":"2026-07-01 05:00:00 America/Los_Angeles","product_id":"pro",\
        "original_transaction_id":"7","auto_renew_status":"1","price_consent_status":"0","price_increase_status":"0",\
        "promotional_offer_id":"half3","offer_code_ref_name":"Spring","subscription_group_identifier":"21000001"}],\
        "is_retryable":true,"status":0}
        """
}
