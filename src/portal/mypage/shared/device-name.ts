type Device = { readonly maker: string; readonly name: string }

/** Some names begin with the maker's: 「Google Pixel 8a」, not 「Google Google Pixel 8a」. */
export const nameOfDevice = ({ maker, name }: Device): string =>
  name.startsWith(maker) ? name : `${maker} ${name}`
