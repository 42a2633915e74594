type TypedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A field that was filled in and not sent, and the button that sends it. */
export type PendingField = {
  readonly field: HTMLElement
  readonly label: string
  readonly button: string
}

/**
 * Remembers what stands in the fields of a screen, so that the press of another form's button does not drop what was
 * typed in one.
 */
export function watchFields() {
  const before = new WeakMap<Element, string>()

  const remember = ({ target }: Event) => {
    if (isField(target) && !before.has(target)) before.set(target, valueOf(target))
  }

  /** The first field of another form of the page that a press of this form would leave out. */
  function pendingBeside(sent: HTMLFormElement): PendingField | undefined {
    const others = [...document.querySelectorAll<HTMLFormElement>('main form')]
    const found = others
      .filter((form) => form !== sent)
      .flatMap((form) => fieldsOf(form))
      .find((field) => before.has(field) && before.get(field) !== valueOf(field))
    if (found === undefined) {
      for (const field of fieldsOf(sent)) before.delete(field)
      return undefined
    }
    return { field: found, label: labelOf(found), button: buttonOf(found) }
  }

  return { remember, pendingBeside }
}

const isField = (target: unknown): target is TypedField =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement): TypedField[] =>
  [...form.elements].filter(isField).filter(({ type }) => type !== 'hidden')

const isTicked = (field: TypedField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const valueOf = (field: TypedField) => (isTicked(field) ? String(field.checked) : field.value)

function labelOf(field: TypedField): string {
  const group = field.closest('fieldset')?.querySelector('legend')
  const label = isTicked(field) && group ? group : field.labels?.[0]
  return (label?.firstChild?.textContent ?? '').trim()
}

const buttonOf = ({ form }: TypedField): string =>
  [...(form?.elements ?? [])]
    .find((one) => one instanceof HTMLButtonElement)
    ?.textContent?.trim() ?? ''
