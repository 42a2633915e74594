/** Puts a value on the clipboard; seen only where `startCopying` listens, the value beside it can always be selected. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <button type="button" className="button copy" data-copy={text}>
      <span aria-live="polite">コピー</span>
      <span className="visually-hidden">（{label}）</span>
    </button>
  )
}
