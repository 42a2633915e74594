import { postToAll } from '#backend/notice/public.ts'
import { noticeKindLabels } from '#vocabulary/notice.ts'
import type { Guarded } from './guarded.ts'

/** What the house writes to all members: what is sent cannot be taken back. */
export const noticePosted: Guarded<'noticePosted'> = {
  act: 'notice.post',
  facts: async (_db, _deps, { kind, subject, body }) => ({
    target: subject,
    facts: [
      { label: '宛先', value: 'ご契約中のすべての会員' },
      { label: '種類', value: noticeKindLabels[kind] },
      { label: '件名', value: subject },
      { label: '本文', value: body },
    ],
  }),
  run: async (tx, deps, who, { kind, subject, body }) => {
    await postToAll(tx, deps, who, { kind, subject, body })
  },
}
