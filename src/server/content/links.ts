/** Addresses that the operator configures. */
export type ContentLinks = {
  /** This site itself, for what is copied out of a page. */
  site: string
  faq: string
  inquiry: string
  talkFaq: string
  pointsPartner: string
}

/** Addresses come from the environment; the defaults are names reserved for examples (RFC 2606). */
export function linksFromEnvironment(
  environment: Record<string, string | undefined>,
): ContentLinks {
  return {
    site: environment['PUBLIC_URL'] ?? 'http://localhost:3000',
    faq: environment['FAQ_URL'] ?? 'https://support.example.jp/faq/',
    inquiry: environment['INQUIRY_URL'] ?? 'https://support.example.jp/inquiry/',
    talkFaq: environment['TALK_FAQ_URL'] ?? 'https://support.example.jp/talk/faq/',
    pointsPartner: environment['POINTS_PARTNER_URL'] ?? 'https://points.example.jp/',
  }
}
