import { expect } from '@playwright/test'

/** The first link of this path in the mails kept for an address, waited for as one waits for a mail. */
export async function mailedLink(baseURL: string, to: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await fetch(`${baseURL}/mailbox.json`)).json()) as { to: string; text: string }[]
    const text = mails.find((mail) => mail.to === to && mail.text.includes(path))?.text ?? ''
    link = new RegExp(`https?://\\S*${path}\\S*`).exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return link!
}
