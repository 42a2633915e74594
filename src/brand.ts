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
} as const
