import type { z } from 'zod'
import { webhookData } from '#protocol/webhook-event.ts'
import { wireFieldMeaning } from '#vocabulary/wire-fields/wire-fields.ts'
import {
  webhookEventLabels,
  webhookEventTypes,
  WEBHOOK_TEST,
  type SentType,
} from '#vocabulary/webhook.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { descriptionList } from './fields-markup.ts'

const sentTypes: readonly SentType[] = [...webhookEventTypes, WEBHOOK_TEST]

/** What a receiver is told of, and what `data` of each holds. */
export function eventList(): string {
  return descriptionList(
    sentTypes.map((type) => ({
      id: type.replace('.', '-'),
      name: type,
      texts: [escapeMarkup(webhookEventLabels[type]), `dataは${fieldsOf(type).join('、')}。`],
    })),
  )
}

function fieldsOf(type: SentType): string[] {
  return Object.keys(webhookData[type].shape).map((name) => {
    const meaning = wireFieldMeaning(type, [name]) ?? ''
    return `<code>${name}</code>（${escapeMarkup(meaning.replace(/。$/u, ''))}）`
  })
}

/** An event as it arrives. */
export const exampleEvent = {
  type: 'bill.ready',
  timestamp: '2026-12-01T03:00:00+09:00',
  data: webhookData['bill.ready'].parse({
    contractId: 'contract-1',
    billId: 'bill-1',
    month: '2026-11',
  } satisfies z.input<(typeof webhookData)['bill.ready']>),
}

/** @internal Names in `data` that have no meaning yet; a test wants none. */
export const eventFieldsWithoutMeaning = (): string[] =>
  sentTypes.flatMap((type) =>
    Object.keys(webhookData[type].shape)
      .filter((name) => wireFieldMeaning(type, [name]) === undefined)
      .map((name) => `${type}.${name}`),
  )
