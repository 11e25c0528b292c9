// Where a file of the client lies: beside the script that asks for it, wherever the site is.
export const asset = (name: string): string => new URL(name, import.meta.url).href;
