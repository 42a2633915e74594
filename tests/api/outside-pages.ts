// What a person does on the pages of others, where a browser without script has been led; both answer where they lead back to.

/** A document held to the reader's stand-in. @param outcome as its page offers them */
export async function atReader(url: string, outcome: string): Promise<string> {
  await fetch(url)
  const body = new URLSearchParams({ outcome })
  const read = await fetch(url, { method: 'POST', redirect: 'manual', body })
  return read.headers.get('location') ?? ''
}

/** A card typed at the provider's page (`startCardPage`). */
export function atCardPage(url: string): string {
  const state = new URL(url).searchParams.get('state') ?? ''
  return `/card/return?${new URLSearchParams({ code: 'good', state })}`
}
