/** Texts of a picture's file. */
export const PHOTOS = {
  'photo-unreadable': (title: string, type: string) => `${title} is not a picture that this browser can read (${type}).`,
  'expected-jpeg-png-webp': 'Expected a jpeg, png or webp. Unpack a zip file first; save what an image editor can open as one of these.',
  'photo-heic': (title: string) => `${title} is a photo in Apple's format HEIC, which this browser cannot read.`,
  'photo-raw': (title: string) => `${title} is a camera’s raw file, which no browser can read.`,
  'save-raw-as-jpeg': 'Save it as JPEG in an image editor, or set the camera to JPEG.',
  'photo-cut-off': (title: string) => `${title} is damaged or was cut off: only part of the picture could be read.`,
  'copy-file-again-from': 'Copy the file again from the camera or phone, and open it once more.',
  'photo-too-large': (widthPx: string, heightPx: string, largestPx: string) =>
    `The photo has ${widthPx} × ${heightPx} pixels; at most ${largestPx} on the longer side can be measured.`,
  'save-smaller-pixels-longer': (measuredPx: string) =>
    `Save it smaller (${measuredPx} pixels on the longer side are enough) and open it again.`,
  'save-as-jpeg':
    'On the iPhone choose Settings, Camera, Formats, “Most Compatible”, or share the photo by mail or as a “JPEG” file: that converts it. Image editors can save it as JPEG too.',
  'last-of-jpegs': (title: string, pictures: string) =>
    `${title} holds ${pictures} pictures, one after the other. The last complete one is shown: the table at the end.`,
  'no-browser-plays-jpegs':
    'No browser plays such a file. To see it move, convert it to mp4; the command line measures its last ten pictures together.',
};
