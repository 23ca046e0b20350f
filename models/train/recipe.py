"""Recipes: how a net is trained, as a file (recipes/*.toml).

    net = "base-detector"
    from = "0ed686e3:models/base-detector" # an export as it stood at a commit of this repository, of another net for its trunk; without it from nothing

    [pictures.sim]                         # a folder of pictures with truth, RUNS/pictures/sim
    make = ["npm run …"]                   # the commands that make it, run in the repository; {out} is the folder

    [[legs]]                               # one after the other, each from where the last one ended
    pictures = {painted = 4, sim = 4}      # folders and how often each is taken; `painted` needs none
    validation = ["sim-val"]
    steps = 15000
    rate = 2e-3                            # default
    batch = 64                             # else train.py's, which two cores can make
    only = "lying"                         # this part of the net alone

    [export]
    average = "0ed686e3:models/base-detector"  # the mean of the weights with those of another export

A recipe's hash stands in the model.json of what was trained by it."""
import hashlib
import os
import subprocess
import tomllib

LEG = {'pictures': dict, 'validation': list, 'steps': int, 'rate': float, 'batch': int, 'only': str}
NEEDED = ('pictures', 'validation', 'steps')
TOP = {'net': str, 'from': str, 'pictures': dict, 'legs': list, 'export': dict}


def read_recipe(path):
    """The recipe with its `file` and `sha256`. Throws where a field is unknown, absent or of the wrong type."""
    with open(path, 'rb') as file:
        data = file.read()
    recipe = tomllib.loads(data.decode())
    _check(path, recipe, TOP, ('net', 'legs'))
    for number, leg in enumerate(recipe['legs'], 1):
        _check(f'{path}, leg {number}', leg, LEG, NEEDED)
        for folder in [*leg['pictures'], *leg['validation']]:
            if folder != 'painted' and folder not in recipe.get('pictures', {}):
                raise ValueError(f'{path}, leg {number}: got the pictures {folder!r}, expected one of {sorted(recipe.get("pictures", {}))} or painted')
    return {**recipe, 'file': os.path.basename(path), 'sha256': hashlib.sha256(data).hexdigest()}


def _check(where, table, fields, needed):
    for name, value in table.items():
        kind = fields.get(name)
        if kind is None:
            raise ValueError(f'{where}: got the field {name!r}, expected {sorted(fields)}')
        if not isinstance(value, (int, float) if kind is float else kind):
            raise ValueError(f'{where}: got {value!r} for {name}, expected {kind.__name__}')
    for name in needed:
        if name not in table:
            raise ValueError(f'{where}: got no {name}')


def stored_export(name, runs):
    """The file of an export `COMMIT:FOLDER`, as it stood at that commit of this repository: taken from its history into RUNS/before, if it is not there yet."""
    folder = os.path.join(runs, 'before', name.replace(':', '-').replace('/', '-'))
    os.makedirs(folder, exist_ok=True)
    for part in ('model.json', 'model.onnx'):
        file = os.path.join(folder, part)
        if not os.path.exists(file):
            here = os.path.dirname(os.path.abspath(__file__))
            data = subprocess.run(['git', 'show', f'{name}/{part}'], capture_output=True, check=True, cwd=here).stdout
            with open(file, 'wb') as out:
                out.write(data)
    return os.path.join(folder, 'model.onnx')


def folders(runs, weights):
    """`FOLDER=WEIGHT` for samples.py."""
    return [f'{name if name == "painted" else os.path.join(runs, "pictures", name)}={weight}' for name, weight in weights.items()]


def missing(recipe, runs):
    """The commands that make what pictures of the recipe are not there yet, with their folders."""
    out = []
    for name, about in recipe.get('pictures', {}).items():
        folder = os.path.join(runs, 'pictures', name)
        if not os.path.isdir(folder):
            out += [command.replace('{out}', os.path.abspath(folder)) for command in about['make']]
    return out
