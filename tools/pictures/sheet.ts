/** What became of one screen: its picture of now and, where there was one, how it differs from the last. */
export type Shown = {
  readonly name: string
  /** Undefined where there is no last picture. */
  readonly pixels: number | undefined
}

/** One page with every picture beside its last one, what changed first; files lie beside it. */
export function sheetOf(all: readonly Shown[]): string {
  const changed = all.filter(({ pixels }) => pixels !== undefined && pixels > 0)
  const rest = all.filter((one) => !changed.includes(one))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>
<style>
body{margin:16px;background:#8a8f98;font:14px/1.5 sans-serif}
section{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
figure{margin:0;padding:8px;background:#fff}
img{display:block;height:420px;max-width:640px;object-fit:contain;object-position:top left}
div{display:flex;gap:8px}
</style>
<h1>${changed.length} of ${all.length} differ</h1>
<section>${changed.map((one) => figure(one, ['last', 'now', 'diff'])).join('\n')}</section>
<h2>Unchanged or new</h2>
<section>${rest.map((one) => figure(one, ['now'])).join('\n')}</section>
</html>
`
}

function figure({ name, pixels }: Shown, folders: readonly string[]): string {
  const words = pixels === undefined ? 'new' : pixels === 0 ? 'same' : `${pixels} pixels`
  const images = folders.map(
    (folder) =>
      `<a href="${folder}/${name}.png"><img src="${folder}/${name}.png" alt="${folder}"></a>`,
  )
  return `<figure><figcaption>${name}: ${words}</figcaption><div>${images.join('')}</div></figure>`
}
