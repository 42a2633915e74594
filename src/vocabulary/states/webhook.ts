import type { StateWords } from '../state-words.ts'

/** Webhook */
export const webhookStateWords = {
  on: { label: 'お届けしています', sentence: '選んだできごとを、このアドレスにお届けします。' },
  off: { label: '止めています', sentence: 'お客さまが止めています。できごとはお届けしません。' },
  stopped: {
    label: '届かないため止めました',
    sentence:
      '3日のあいだ届かなかったため、お届けを止めました。直してから、もう一度始めてください。',
  },
} as const satisfies Record<string, StateWords>
