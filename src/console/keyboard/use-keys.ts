import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { actOn, focusRow } from './act.ts'
import { lettersAreOff } from './letters.ts'
import { meaningOf } from './pressed.ts'

/** How long the letter after `g` is waited for. */
const AFTER_G_MS = 1200

type Opened = { readonly openPalette: () => void; readonly openHelp: () => void }

/** The keyboard of the whole console; every act of it is a control that can be pressed by hand. */
export function useKeys({ openPalette, openHelp }: Opened) {
  useEffect(() => {
    let gPressedAt = -Infinity
    const onKey = (event: KeyboardEvent) => {
      const meaning = meaningOf({
        key: event.key,
        ctrl: event.ctrlKey,
        meta: event.metaKey,
        alt: event.altKey,
        // Some browsers say it by the code alone.
        isComposing: event.isComposing || event.keyCode === 229,
        inField: isField(event.target),
        afterG: event.timeStamp - gPressedAt < AFTER_G_MS,
        lettersOff: lettersAreOff(),
      })
      gPressedAt = meaning?.what === 'goNext' ? event.timeStamp : -Infinity
      if (meaning === undefined) return
      // An open dialog closes by itself.
      if (meaning.what === 'back' && document.querySelector('dialog[open], :popover-open')) return
      const isUsed =
        meaning.what === 'palette'
          ? (openPalette(), true)
          : meaning.what === 'help'
            ? (openHelp(), true)
            : actOn(meaning, document)
      if (isUsed) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openPalette, openHelp])
  useFocusOnRow()
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type="checkbox"], [type="radio"], [type="submit"])',
    ))

/** After an act the focus stays on the row; where the row has gone, on the one in its place. */
function useFocusOnRow() {
  const { state } = useNavigation()
  const row = useRef<number>(-1)
  useEffect(() => {
    const rows = () => [...document.querySelectorAll('[data-rows] [data-row]')]
    if (state !== 'idle') {
      const focused = document.activeElement?.closest('[data-row]')
      row.current = focused ? rows().indexOf(focused) : -1
      return
    }
    if (row.current < 0 || document.activeElement !== document.body) return
    const now = rows()
    focusRow(now[Math.min(row.current, now.length - 1)])
    row.current = -1
  }, [state])
}
