/** The one place where the operator's names stand (ours: the brand is neutral and configurable). */
export const brand = {
  service: 'ひびきモバイル',
  provider: 'ひびき',
  account: 'ひびきID',
  talk: 'ひびきトーク',
  pointsPartner: 'みのりポイント',
  company: 'ひびきモバイル株式会社',
  /** Qualified-invoice issuer number: visibly fake until the operator enters its own. */
  registrationNumber: 'T0000000000000',
  /** Visibly made up, like the number above: replace them before anybody else reads the pages. */
  address: '〒000-0000 東京都〇〇区〇〇 0丁目0番0号',
  telephone: '0000-00-0000',
  supportMail: 'support@hibiki-mobile.example',
  representative: '代表取締役 〇〇 〇〇',
  telecomNotificationNumber: 'A-00-00000',
  /** Who receives what browsers are told to send (/legal/external-transmission.html): the companies' own names. */
  providerCompany: 'ひびき株式会社',
  errorReportRecipient: '〇〇株式会社（エラー収集サービス）',
  logRecipient: '〇〇株式会社（記録サーバー）',
} as const

/** A measurement of the operator's own, as it is shown on the top page: 「平日の昼（12時台）」「東京23区」「1.8Mbps」. */
export type MeasuredSpeed = {
  readonly hours: string
  readonly area: string
  readonly median: string
  /** When it was measured: 「2026年10月」. */
  readonly measured: string
}

/** Empty until the operator has measured: pages then say so and show no figure. */
export const measuredSpeeds: readonly MeasuredSpeed[] = []
