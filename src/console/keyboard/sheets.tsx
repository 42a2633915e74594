import { useCallback, useEffect, useId, useRef, useState, type RefObject } from 'react'
import { Icon, Key } from '#console/shell/icon.tsx'
import { Button } from '#ui/button.tsx'
import { KeysList } from './keys-list.tsx'
import { lettersAreOff, switchLetters } from './letters.ts'
import { useKeys } from './use-keys.ts'

type Sheet = RefObject<HTMLDialogElement | null>

/** The palette and the list of keys; without script there are the search field and the page of keys. */
export function Sheets() {
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const [all, setAll] = useState<readonly Found[]>([])
  const openPalette = useCallback(() => {
    closeSheets()
    setAll(offered())
    palette.current?.showModal()
  }, [])
  const openHelp = useCallback(() => {
    closeSheets()
    help.current?.showModal()
  }, [])
  useKeys({ openPalette, openHelp })
  return (
    <>
      <Palette sheet={palette} all={all} />
      <Help sheet={help} />
    </>
  )
}

function closeSheets() {
  for (const open of document.querySelectorAll('dialog[open]'))
    if (open instanceof HTMLDialogElement) open.close()
}

/** By the field of the bar, which posts: a number is in no address. */
function findNumber(words: string) {
  const field = document.querySelector<HTMLInputElement>('input[data-find]')
  if (!field?.form) return
  field.value = words
  field.form.requestSubmit()
}

type Found = { readonly label: string; readonly letters: string; readonly open: () => void }

/** Everything that the page offers now: its places and its acts, by the words on them. */
function offered(): Found[] {
  const places = [...document.querySelectorAll<HTMLElement>('[data-go]')]
  const acts = [...document.querySelectorAll<HTMLElement>('main [data-key]:not(nav)')]
  return [
    ...acts.map((act) => found(act, (act.dataset['key'] ?? '').toUpperCase())),
    ...places.map((place) => found(place, `G ${(place.dataset['go'] ?? '').toUpperCase()}`)),
  ].filter(({ label }) => label !== '')
}

function found(element: HTMLElement, letters: string): Found {
  const copy = element.cloneNode(true)
  if (copy instanceof HTMLElement)
    for (const extra of copy.querySelectorAll('kbd, .rail__count, .rail__over')) extra.remove()
  const target = element.matches('a, button, summary')
    ? element
    : element.querySelector<HTMLElement>('a, button')
  return {
    label: (element.ariaLabel ?? copy.textContent ?? '').trim(),
    letters: letters.length > 4 ? '' : letters,
    open: () => {
      target?.focus()
      target?.click()
    },
  }
}

const fits = (label: string, words: string) =>
  label.normalize('NFKC').toLowerCase().includes(words.normalize('NFKC').trim().toLowerCase())

/** Type a part of a word, or a number to find: Enter opens. What changes something opens its 確認. */
function Palette({ sheet, all }: { readonly sheet: Sheet; readonly all: readonly Found[] }) {
  const id = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const shown = all.filter(({ label }) => fits(label, words))
  const choose = (one: Found | undefined) => {
    sheet.current?.close()
    if (one) one.open()
    else if (words.trim() !== '') findNumber(words.trim())
  }
  return (
    <dialog
      className="sheet"
      ref={sheet}
      aria-label="操作をさがす"
      onClose={() => {
        setWords('')
        setAt(0)
      }}
    >
      <input
        className="field__input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        aria-label="操作、行き先、または番号"
        autoComplete="off"
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
          else if (event.key === 'Enter') choose(shown[at])
          else return
          event.preventDefault()
        }}
      />
      <div className="palette__list" role="listbox" id={`${id}-list`} aria-label="候補">
        {shown.map((one, index) => (
          <div
            key={`${one.label} ${one.letters}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(one)}
          >
            <Icon name="arrow-right" />
            {one.label}
            {one.letters === '' ? null : <Key>{one.letters}</Key>}
          </div>
        ))}
        {shown.length === 0 && words.trim() !== '' ? (
          <div
            role="option"
            tabIndex={-1}
            aria-selected="true"
            id={`${id}-0`}
            onClick={() => choose(undefined)}
          >
            <Icon name="search" />「{words}」を番号としてさがす
          </div>
        ) : null}
      </div>
      <p className="keys-line">実行の前に、かならず確認の画面が出ます。</p>
    </dialog>
  )
}

function Help({ sheet }: { readonly sheet: Sheet }) {
  return (
    <dialog className="sheet" ref={sheet} aria-label="キーの一覧">
      <KeysList />
      <LettersSwitch />
      <p>
        <Button type="button" onClick={() => sheet.current?.close()}>
          閉じる
        </Button>
      </p>
    </dialog>
  )
}

/** Letters alone can be switched off (WCAG 2.1.4): speech input would press them. */
export function LettersSwitch() {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(!lettersAreOff()), [])
  return (
    <label className="letters-switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          switchLetters(!event.currentTarget.checked)
          setOn(event.currentTarget.checked)
        }}
      />
      1文字のキーを使う（文字の入力中と変換中は、いつも働きません）
    </label>
  )
}
