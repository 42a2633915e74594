import { expect, test } from 'vitest'
import { attribute, descendants, textOf, type Element } from '#server/content/html-tree.ts'
import { tries } from '#tests/tries.ts'
import { fieldsOf, type Page } from '../browser-without-script.ts'
import { kindOf, screensOf, walkedMembers } from './walked.ts'

const unseen = ['hidden', 'submit', 'button', 'reset']
const isField = (one: Element) =>
  ['input', 'select', 'textarea'].includes(one.tagName) &&
  !unseen.includes(attribute(one, 'type') ?? 'text') &&
  attribute(one, 'name') !== undefined

const buttonsOf = (fields: readonly Element[]) =>
  fields.filter((one) => one.tagName === 'button' && attribute(one, 'type') !== 'button')

/** What pays, orders or issues carries what was confirmed; a setting of its own does not. */
const isConfirmed = (fields: readonly Element[]) =>
  fields.some((one) => attribute(one, 'name') === 'conditions')

type Lost = { readonly field: string; readonly button: string; readonly confirmed: boolean }

/** Each field that can be filled in, and each button elsewhere on the screen that sends without it. */
function lost({ elements }: Page): Lost[] {
  const forms = elements
    .filter(({ tagName }) => tagName === 'form')
    .map((form) => ({ form, fields: fieldsOf(form, elements) }))
  return forms.flatMap(({ form, fields }) =>
    fields.filter(isField).flatMap((field) =>
      forms
        .filter((other) => other.form !== form && attribute(other.form, 'method') === 'post')
        .flatMap((other) =>
          buttonsOf(other.fields).map((button) => ({
            field: attribute(field, 'name') ?? '',
            button: textOf(button),
            confirmed: isConfirmed(other.fields),
          })),
        ),
    ),
  )
}

/**
 * Settings that stand side by side, each saved by its own button. There script refuses the press of another one and
 * names the field (tests/e2e/mypage-pending-field.e2e.ts).
 */
const settings = new Map([
  ['limit.html', ['packId', 'atBytes', 'timesAMonth', 'limitYen']],
  ['lock.html', ['waitHours']],
  ['held.html', ['wholeNumbers']],
  ['push.html', ['kinds', 'quiet', 'withDetails', 'mailUnlessRead']],
  // The name of a thing of the member's, beside the button that takes it away.
  ['app.html', ['name']],
  ['passkey.html', ['name']],
  // Each button says the volume that it saves or adds.
  ['cap.html', ['over', 'dayMb', 'monthMb', 'atCap', 'warnPercent']],
  ['line', ['nickname']],
])
const settingsOf = (address: string) =>
  [...settings].find(([name]) => address.split('?')[0]?.includes(`/${name}`))?.[1] ?? []

test.each(walkedMembers)(
  '%sのどの画面にも、支払い・申し込み・発行のボタンが黙って捨てる入力欄はない',
  async (loginId) => {
    const screens = await screensOf(loginId)
    const found = screens.flatMap(({ address, page }) =>
      lost(page)
        .filter(({ field, confirmed }) => confirmed || !settingsOf(address).includes(field))
        .map(({ field, button }) => `${address}: ${field} ✕ ${button}`),
    )
    expect(found).toEqual([])
    expect(screens.length).toBeGreaterThan(3)
  },
)

/** The forms that only ask, and cannot be answered by pressing alone: their button, once for each kind of screen. */
function unanswered({ elements }: Page): string[] {
  return elements
    .filter((one) => one.tagName === 'form' && attribute(one, 'method') !== 'post')
    .map((form) => fieldsOf(form, elements))
    .filter((fields) => fields.some((one) => isOpen(one, fields)))
    .flatMap((fields) => buttonsOf(fields).slice(0, 1).map(textOf))
}

/** Must be answered, and has no answer yet. */
function isOpen(field: Element, fields: readonly Element[]): boolean {
  if (attribute(field, 'required') === undefined) return false
  const name = attribute(field, 'name')
  const group = fields.filter((one) => attribute(one, 'name') === name)
  if (attribute(field, 'type') === 'radio')
    return group.every((one) => attribute(one, 'checked') === undefined)
  if (field.tagName !== 'select') return (attribute(field, 'value') ?? '') === ''
  const [first] = descendants(field).filter(({ tagName }) => tagName === 'option')
  return first !== undefined && attribute(first, 'value') === ''
}

// kobayashi is not walked otherwise.
test.each(tries({ usually: ['sato', 'suzuki'], long: ['sato', 'suzuki', 'kobayashi'] }))(
  '%sがどの手続きでも、選ばずに次へ進もうとすると、足りないものを欄のそばで知らせる',
  async (loginId) => {
    const seen = new Set<string>()
    const silent: string[] = []
    for (const { address, page } of await screensOf(loginId))
      for (const button of unanswered(page)) {
        const kind = `${kindOf(address).split('?')[0]} ${button}`
        if (seen.has(kind)) continue
        seen.add(kind)
        const { fieldErrors, elements } = await page.press(button)
        const isSaid = elements.some((one) => attribute(one, 'role') === 'alert')
        if (fieldErrors.length === 0 && !isSaid) silent.push(`${address}: ${button}`)
      }
    expect(silent).toEqual([])
    expect(seen.size).toBeGreaterThan(0)
  },
)
