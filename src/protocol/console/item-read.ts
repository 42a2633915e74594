import { z } from 'zod'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { personal } from '#protocol/personal.ts'
import { count, queryNumber, tokyoDate } from '#protocol/primitives.ts'
import { lineUsers, numberSources } from '#vocabulary/application.ts'
import { claimSteps } from '#vocabulary/console-queue.ts'
import { damageCauses } from '#vocabulary/device.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { identityStateWords } from '#vocabulary/states/identity.ts'
import { relations, successionRequests } from '#vocabulary/succession.ts'
import { itemKey } from './queue.ts'

/** Shown because it was asked for by a press, which is noted. A schema of its own: the mark is its. */
const shown = <Schema extends z.ZodType>(schema: Schema) => personal('revealed', schema.clone())

/** As somebody typed it in an application. */
const personTyped = z.object({
  name: shown(z.string()),
  kana: shown(z.string()),
  birth: shown(tokyoDate),
  address: shown(z.string()),
  phone: shown(z.string()),
})

/** A paper or a photograph: its kind is what its first bytes say. A PDF is only ever a download. */
const fileOfItem = z.object({
  name: z.string(),
  mediaType: z.enum(['application/pdf', 'image/jpeg']),
  base64: shown(z.base64()),
})

/** What is personal in an item: shown by a press, and noted in the member's history before it leaves. */
export const itemReadApi = {
  consoleIdentityReadPost: staffEndpoint('POST', '/api/console/identity/read', {
    act: 'reveal.identity',
    summary: '本人確認で見比べる内容を表示する（会員の記録に残ります）',
    body: itemKey,
    result: z.object({
      name: shown(z.string()),
      kana: shown(z.string()),
      birth: shown(tokyoDate).optional(),
      address: shown(z.string()).optional(),
    }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleApplicationReadPost: staffEndpoint('POST', '/api/console/application/read', {
    act: 'application.decide',
    summary: 'お申し込みの内容を表示する（会員の記録に残ります）',
    body: itemKey,
    result: z.object({
      holder: personTyped.optional(),
      plan: count.optional(),
      lines: z.array(
        z.object({
          kind: z.enum(lineKinds).optional(),
          size: z.enum(simSizes).optional(),
          by: z.enum(numberSources).optional(),
          number: shown(z.string()).optional(),
          user: z.enum(lineUsers).optional(),
          birth: shown(tokyoDate).optional(),
        }),
      ),
    }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleSuccessionReadPost: staffEndpoint('POST', '/api/console/succession/read', {
    act: 'succession.ask',
    summary: '承継の申し出の内容を表示する（会員の記録に残ります）',
    body: itemKey,
    result: z.object({
      request: z.enum(successionRequests),
      contractId: z.string(),
      /** Of the heir's identity check. */
      identity: z.enum(namesOf(identityStateWords)),
      deceased: z.object({
        kana: shown(z.string()),
        birth: shown(tokyoDate),
        diedOn: shown(tokyoDate),
        phone: shown(z.string()),
        relation: z.enum(relations),
      }),
      heir: personTyped.optional(),
      /** Somebody with the same birthday and a like name has a contract: perhaps the heir. */
      heirAlready: z.enum(['same', 'alike', 'contact']).optional(),
      papers: count,
    }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleSuccessionPaperGet: staffEndpoint('GET', '/api/console/succession/paper', {
    act: 'succession.ask',
    summary: '承継の書類を1通取り出す（会員の記録に残ります）',
    query: itemKey.extend({ paper: queryNumber(1, 9) }),
    result: fileOfItem,
    errors: ['QUEUE_ITEM_GONE', 'PAPER_UNREADABLE'],
  }),

  consoleClaimReadPost: staffEndpoint('POST', '/api/console/claim/read', {
    act: 'claim.work',
    summary: '修理・交換の請求の内容を表示する（会員の記録に残ります）',
    body: itemKey,
    result: z.object({
      deviceName: z.string(),
      cause: z.enum(damageCauses),
      happenedOn: tokyoDate,
      /** As the member wrote it; shown as text, whatever it looks like. */
      story: personal('written', z.string()),
      photographs: count,
      /** What the desk can say of it as it is now. */
      steps: z.array(z.enum(namesOf(claimSteps))),
    }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleClaimPhotographGet: staffEndpoint('GET', '/api/console/claim/photograph', {
    act: 'claim.work',
    summary: '修理・交換の写真を1枚取り出す（会員の記録に残ります）',
    query: itemKey.extend({ photograph: queryNumber(1, 9) }),
    result: fileOfItem,
    errors: ['QUEUE_ITEM_GONE', 'PAPER_UNREADABLE'],
  }),
} satisfies Api
