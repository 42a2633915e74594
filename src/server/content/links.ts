/** Pages outside this site that the operator configures. */
export type ContentLinks = {
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
    faq: environment['FAQ_URL'] ?? 'https://support.example.jp/faq/',
    inquiry: environment['INQUIRY_URL'] ?? 'https://support.example.jp/inquiry/',
    talkFaq: environment['TALK_FAQ_URL'] ?? 'https://support.example.jp/talk/faq/',
    pointsPartner: environment['POINTS_PARTNER_URL'] ?? 'https://points.example.jp/',
  }
}
