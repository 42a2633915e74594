/** What other areas, the partner's return page, resealing and the demo's seed may use of the points partner. */
export { PARTNER_RETURN_PATH } from './commands/finish-link.ts'
export { addConsent, findPartnerId, linkedTo } from './rows.ts'
export { consentTextOn } from './terms.ts'
