/** Hands bytes to the player as a file. */
export function saveBytes(content: Blob | Uint8Array | string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun when click() returns, but some browsers read the blob a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
