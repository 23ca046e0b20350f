import { cp, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';
import { build as esbuildBuild, transform as esbuildTransform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { writeIcons, writeServiceWorker } from './scripts/lib/offline-build.mjs';
import { writePackedFiles } from './scripts/lib/packed-files.mjs';

const require = createRequire(import.meta.url);
const OPENCV = require.resolve('@techstark/opencv-js');
const OUT = 'dist';

/**
 * OpenCV's glue builds functions from strings in four places, which a strict content security policy forbids. Each row: the text of opencv.js
 * 4.12.0-release.1, and a closure that does the same.
 */
const OPENCV_REWRITES = [
  {
    what: 'createNamedFunction',
    from: `return new Function("body","return function "+name+"() {\\n"+'    "use strict";'+"    return body.apply(this, arguments);\\n"+"};\\n")(body)`,
    to: 'return{[name]:function(){"use strict";return body.apply(this,arguments)}}[name]',
  },
  {
    what: 'the dynCall wrapper',
    from: 'return new Function("dynCall","rawFunction",body)(dynCall,rawFunction)',
    to: 'return function(){return dynCall.apply(null,[rawFunction].concat(Array.prototype.slice.call(arguments,0,signature.length-1)))}',
  },
  {
    what: 'the method invoker',
    from: 'var invokerFunction=new_(Function,args1).apply(null,args2);return invokerFunction}',
    to: `return function(){
      if(arguments.length!==argCount-2)throwBindingError("function "+humanName+" called with "+arguments.length+" arguments, expected "+(argCount-2)+" args!");
      var destructors=needsDestructorStack?[]:null,wired=[cppTargetFunc],k;
      if(isClassMethodFunc)wired.push(argTypes[1].toWireType(destructors,this));
      for(k=0;k<argCount-2;++k)wired.push(argTypes[k+2].toWireType(destructors,arguments[k]));
      var rv=cppInvokerFunc.apply(null,wired);
      if(needsDestructorStack)runDestructors(destructors);
      else for(k=isClassMethodFunc?1:2;k<argTypes.length;++k)if(argTypes[k].destructorFunction!==null)argTypes[k].destructorFunction(wired[isClassMethodFunc?k:k-1]);
      if(returns)return argTypes[0].fromWireType(rv)}}`,
  },
  {
    what: 'the emval method caller',
    from: 'var invokerFunction=new_(Function,params).apply(null,args);return __emval_addMethodCaller(invokerFunction)',
    to: `return __emval_addMethodCaller(function(handle,name,destructors,args){
      var values=[],k;
      for(k=1;k<argCount;++k){values.push(types[k].readValueFromPointer(args));args+=types[k]["argPackAdvance"]}
      var rv=handle[name].apply(handle,values);
      for(k=1;k<argCount;++k)if(types[k]["deleteObject"])types[k].deleteObject(values[k-1]);
      if(!retType.isVoid)return retType.toWireType(destructors,rv)})`,
  },
];

/** Its wasm, which is inlined as text: as a file beside it a quarter of its bytes are saved, and browsers compile it while it comes and keep that. */
const OPENCV_WASM = { name: 'opencv.wasm', inlined: /(?<=wasmBinaryFile=")data:application\/octet-stream;base64,([^"]+)(?=")/ };

/** Lets OpenCV run under `script-src 'self' 'wasm-unsafe-eval'`; stops the build when a pattern is not found exactly once. */
function openCvWithoutEval() {
  return {
    name: 'opencv-without-eval',
    transform(code, id) {
      if (id !== OPENCV) return null;
      const wasm = OPENCV_WASM.inlined.exec(code)?.[1];
      if (!wasm) this.error('opencv.js has no inlined wasm: adapt OPENCV_WASM to this version');
      this.emitFile({ type: 'asset', fileName: OPENCV_WASM.name, source: Buffer.from(wasm, 'base64') });
      let rewritten = code.replace(OPENCV_WASM.inlined, OPENCV_WASM.name);
      for (const { what, from, to } of OPENCV_REWRITES) {
        const parts = rewritten.split(from);
        if (parts.length !== 2) {
          this.error(`opencv.js has ${parts.length - 1} places that look like ${what}, expected 1: adapt OPENCV_REWRITES to this version`);
        }
        rewritten = parts.join(to);
      }
      // Kept whole: finding out that all of it is used takes a tenth of a build.
      return { code: rewritten, map: null, moduleSideEffects: 'no-treeshake' };
    },
  };
}

/** Lets TypeScript's JSON imports through. */
function json() {
  return {
    name: 'json',
    transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code.trim()};`, map: null } : null),
  };
}

/** Shrinks every chunk. */
function minify() {
  return {
    name: 'minify',
    async renderChunk(code) {
      const result = await esbuildTransform(code, { minify: true, target: 'es2022', legalComments: 'eof', sourcemap: true });
      return { code: result.code, map: result.map };
    },
  };
}

/** Empties the output folder, and puts the files beside the bundles that are served as they are. */
function servedFiles() {
  return {
    name: 'served-files',
    async buildStart() {
      await rm(OUT, { recursive: true, force: true });
    },
    async writeBundle() {
      const ort = path.dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
      await mkdir(`${OUT}/onnx`, { recursive: true });
      // Neither a module nor deferred: a page is painted when it has run.
      await esbuildBuild({
        ...{ entryPoints: { theme: 'src/app/theme/main.ts' }, bundle: true, minify: true, format: 'iife', target: 'es2022' },
        ...{ outdir: OUT, logLevel: 'error' },
      });
      await esbuildBuild({
        entryPoints: ['src/app/styles/app.css', 'src/app/styles/overlay.css', 'src/app/styles/desk.css'],
        bundle: true,
        minify: true,
        outdir: OUT,
        logLevel: 'error',
      });
      for (const file of ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'])
        await cp(path.join(ort, file), `${OUT}/onnx/${file}`);
      for (const model of await modelFolders()) {
        await mkdir(`${OUT}/models/${model}`, { recursive: true });
        for (const file of ['model.json', 'model.onnx']) await cp(`models/${model}/${file}`, `${OUT}/models/${model}/${file}`);
      }
      await mkdir(`${OUT}/calibration`, { recursive: true });
      for (const file of ['board-a4.pdf', 'board-letter.pdf']) await cp(`calibration/${file}`, `${OUT}/calibration/${file}`);
      await writeIcons(OUT);
      // The page comes last: with it the build is whole. Only the service worker knows all the others.
      await cp('src/app/pages', OUT, { recursive: true });
      await writeServiceWorker(OUT);
      await writePackedFiles(OUT, process.env.HASHMARK_HURRIED === '1');
      await utimes(`${OUT}/index.html`, new Date(), new Date());
    },
  };
}

/** The folders of models/ that hold a model; how it was trained stays at home. */
async function modelFolders() {
  const folders = (await readdir('models', { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const complete = await Promise.all(
    folders.map(async ({ name }) => ((await readFile(`models/${name}/model.json`, 'utf8').catch(() => '')) ? name : undefined)),
  );
  return complete.filter((name) => name !== undefined);
}

export default {
  input: {
    app: 'src/app/main.ts',
    overlay: 'src/app/overlay/main.ts',
    console: 'src/app/console/main.ts',
    director: 'src/app/director/main.ts',
    'vision-worker': 'src/worker/vision-worker.ts',
    'watch-worker': 'src/worker/watch-worker.ts',
    opencv: 'src/worker/opencv-module.ts',
  },
  output: {
    dir: OUT,
    format: 'es',
    // The worker and OpenCV are found by name, and chunks lie beside them, so that `new URL('./vision-worker.js', import.meta.url)` holds in each.
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
    sourcemap: false,
  },
  plugins: [
    servedFiles(),
    resolve({ browser: true, exportConditions: ['onnxruntime-web-use-extern-wasm'] }),
    json(),
    openCvWithoutEval(),
    // OpenCV asks for Node's modules in a branch that a browser never enters.
    commonjs({ include: /node_modules/, ignore: ['fs', 'path', 'crypto'] }),
    esbuild({ include: /\/src\/.*\.ts$/, exclude: /node_modules/, target: 'es2022', tsconfig: 'tsconfig.base.json' }),
    minify(),
  ],
  onwarn(warning, warn) {
    // Some packages end lines with a `this` at top level or refer to each other in a ring; both are theirs and harmless.
    if (warning.code === 'THIS_IS_UNDEFINED' || (warning.code === 'CIRCULAR_DEPENDENCY' && warning.message.includes('node_modules')))
      return;
    warn(warning);
  },
};
