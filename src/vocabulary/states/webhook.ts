import { type StateWords, words } from '../state-words.ts'

/** Webhook */
export const webhookStateWords = {
  on: words('お届けしています', '選んだできごとを、このアドレスにお届けします。'),
  off: words('止めています', 'お客さまが止めています。できごとはお届けしません。'),
  stopped: words(
    '届かないため止めました',
    '3日のあいだ届かないか、もう受け取らないという返事があったため、お届けを止めました。届け先を直してから、もう一度始めてください。',
  ),
} as const satisfies Record<string, StateWords>
